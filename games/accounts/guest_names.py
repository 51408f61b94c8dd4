"""What guests are called until they say otherwise."""

import secrets
from collections.abc import Collection
from typing import Final

_FIRST: Final = (
    *("Able", "Amber", "Autumn", "Bold", "Brave", "Bright", "Brisk", "Calm", "Careful", "Cheerful", "Clever", "Copper"),
    *("Coral", "Curious", "Dapper", "Daring", "Distant", "Eager", "Early", "Earnest", "Gentle", "Glad", "Golden"),
    *("Hardy", "Hidden", "Honest", "Humble", "Hushed", "Ivory", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Mellow"),
    *("Merry", "Mighty", "Misty", "Modest", "Nimble", "Noble", "Northern", "Patient", "Placid", "Polite", "Proud"),
    *("Quick", "Quiet", "Roaming", "Rustic", "Silent", "Silver", "Snowy", "Sober", "Steady", "Sturdy", "Sunny"),
    *("Swift", "Tidy", "Tireless", "Tranquil", "Trusty", "Upland", "Wakeful", "Wandering", "Watchful", "Wily"),
)
_LAST: Final = (
    *("Adder", "Auk", "Badger", "Bear", "Beaver", "Bison", "Bittern", "Boar", "Buzzard", "Carp", "Chough", "Crane"),
    *("Cricket", "Crow", "Curlew", "Deer", "Dipper", "Dove", "Dunlin", "Eagle", "Egret", "Elk", "Falcon", "Ferret"),
    *("Finch", "Fox", "Goose", "Grouse", "Hare", "Hawk", "Hedgehog", "Heron", "Ibex", "Jackdaw", "Jay", "Kestrel"),
    *("Kite", "Lapwing", "Lark", "Linnet", "Lynx", "Magpie", "Marmot", "Marten", "Mole", "Moth", "Newt", "Otter"),
    *("Owl", "Perch", "Pike", "Plover", "Rabbit", "Raven", "Robin", "Salmon", "Seal", "Snipe", "Sparrow", "Squirrel"),
    *("Stoat", "Stork", "Swallow", "Swan", "Swift", "Tern", "Thrush", "Toad", "Trout", "Vole", "Weasel", "Wren"),
)
_TRIES: Final = 20


def guest_name(taken: Collection[str] = ()) -> str:
    """Return a display name such as "Wandering Heron", as a rule none of those taken."""
    for _ in range(_TRIES):
        name = f"{secrets.choice(_FIRST)} {secrets.choice(_LAST)}"
        if name not in taken:
            return name
    return name
