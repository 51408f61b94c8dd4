"""Make the icons that browsers ask for by name from the site's own: `python -m tests.browser.make_icons`."""

import struct

from playwright.sync_api import Browser, sync_playwright

from tests.processes.programs import ROOT, chromium

ICON = (ROOT / "static" / "img" / "favicon.svg").read_text()
PAPER = "#fdfaf2"


def picture(browser: Browser, size: int, *, margin: int = 0, ground: str = "transparent") -> bytes:
    """The icon as a PNG, so many pixels wide and high."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body{{margin:{margin}px;background:{ground}}}svg{{display:block}}</style>{ICON}")
    return page.screenshot(omit_background=True)


def ico(pictures: dict[int, bytes]) -> bytes:
    """A file of several PNGs, by their width in pixels."""
    head, offset = struct.pack("<HHH", 0, 1, len(pictures)), 6 + 16 * len(pictures)
    for size, png in pictures.items():
        head += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), offset)
        offset += len(png)
    return head + b"".join(pictures.values())


if __name__ == "__main__":
    with sync_playwright() as driver:
        drawn = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        (ROOT / "public" / "favicon.ico").write_bytes(ico({size: picture(drawn, size) for size in (16, 32)}))
        (ROOT / "public" / "apple-touch-icon.png").write_bytes(picture(drawn, 180, margin=14, ground=PAPER))
