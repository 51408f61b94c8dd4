"""Generate the icons that browsers request by name: `python -m tests.browser.make_icons`."""

import re
import struct

from playwright.sync_api import Browser, sync_playwright

from tests.processes.programs import ROOT, chromium

ICON = (ROOT / "static" / "img" / "favicon.svg").read_text()
NEEDLE = re.findall(r'<path d="([^"]+)"', ICON)[0]
PAPER = "#fdfaf2"


def picture(browser: Browser, size: int, *, margin: int = 0, ground: str = "transparent") -> bytes:
    """Render the icon as a PNG, `size` pixels wide and high."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body{{margin:{margin}px;background:{ground}}}svg{{display:block}}</style>{ICON}")
    return page.screenshot(omit_background=True)


def sign(browser: Browser, size: int) -> bytes:
    """Render only the icon's needle, as phones show it in a single color beside a notification."""
    shape = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="{NEEDLE}" fill="#fff"/></svg>'
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{shape}")
    return page.screenshot(omit_background=True)


def ico(pictures: dict[int, bytes]) -> bytes:
    """Build an ICO file from PNGs keyed by their width in pixels."""
    head, offset = struct.pack("<HHH", 0, 1, len(pictures)), 6 + 16 * len(pictures)
    for size, png in pictures.items():
        head += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), offset)
        offset += len(png)
    return head + b"".join(pictures.values())


if __name__ == "__main__":
    with sync_playwright() as driver:
        drawn = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        public = ROOT / "public"
        (public / "favicon.ico").write_bytes(ico({size: picture(drawn, size) for size in (16, 32)}))
        (public / "apple-touch-icon.png").write_bytes(picture(drawn, 180, margin=14, ground=PAPER))
        for width in (192, 512):
            (public / f"icon-{width}.png").write_bytes(picture(drawn, width))
        # A mask may cut off all but the circle of four fifths of the width in its middle.
        (public / "icon-maskable-512.png").write_bytes(picture(drawn, 512, margin=72, ground=PAPER))
        (public / "badge.png").write_bytes(sign(drawn, 96))
