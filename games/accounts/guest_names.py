"""Default display names of guests."""

import secrets
from collections.abc import Collection
from typing import Final

from django.utils.translation import get_language

_ADJECTIVES: Final = (
    *("Able", "Amber", "Autumn", "Bold", "Brave", "Bright", "Brisk", "Calm", "Careful", "Cheerful", "Clever", "Copper"),
    *("Coral", "Curious", "Dapper", "Daring", "Distant", "Eager", "Early", "Earnest", "Gentle", "Glad", "Golden"),
    *("Hardy", "Hidden", "Honest", "Humble", "Hushed", "Ivory", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Mellow"),
    *("Merry", "Mighty", "Misty", "Modest", "Nimble", "Noble", "Northern", "Patient", "Placid", "Polite", "Proud"),
    *("Quick", "Quiet", "Roaming", "Rustic", "Silent", "Silver", "Snowy", "Sober", "Steady", "Sturdy", "Sunny"),
    *("Swift", "Tidy", "Tireless", "Tranquil", "Trusty", "Upland", "Wakeful", "Wandering", "Watchful", "Wily"),
)
_ANIMALS: Final = (
    *("Adder", "Auk", "Badger", "Bear", "Beaver", "Bison", "Bittern", "Boar", "Buzzard", "Carp", "Chough", "Crane"),
    *("Cricket", "Crow", "Curlew", "Deer", "Dipper", "Dove", "Dunlin", "Eagle", "Egret", "Elk", "Falcon", "Ferret"),
    *("Finch", "Fox", "Goose", "Grouse", "Hare", "Hawk", "Hedgehog", "Heron", "Ibex", "Jackdaw", "Jay", "Kestrel"),
    *("Kite", "Lapwing", "Lark", "Linnet", "Lynx", "Magpie", "Marmot", "Marten", "Mole", "Moth", "Newt", "Otter"),
    *("Owl", "Perch", "Pike", "Plover", "Rabbit", "Raven", "Robin", "Salmon", "Seal", "Snipe", "Sparrow", "Squirrel"),
    *("Stoat", "Stork", "Swallow", "Swan", "Swift", "Tern", "Thrush", "Toad", "Trout", "Vole", "Weasel", "Wren"),
)
# All nouns are masculine so that the adjectives agree. In French the animal comes first.
_ANIMAUX: Final = (
    *("Aigle", "Blaireau", "Bouquetin", "Bouvreuil", "Brochet", "Campagnol", "Canard", "Castor", "Cerf", "Chamois"),
    *("Chardonneret", "Chevreuil", "Choucas", "Coq", "Corbeau", "Coucou", "Courlis", "Crapaud", "Cygne", "Daim"),
    *("Écureuil", "Élan", "Épervier", "Étourneau", "Faisan", "Faucon", "Freux", "Furet", "Geai", "Goéland", "Grillon"),
    *("Grimpereau", "Hanneton", "Harle", "Héron", "Hérisson", "Hibou", "Lapin", "Lézard", "Lièvre", "Loir", "Loriot"),
    *("Loup", "Lynx", "Merle", "Milan", "Moineau", "Mulot", "Ours", "Papillon", "Phoque", "Pinson", "Pluvier"),
    *("Renard", "Roitelet", "Sanglier", "Saumon", "Tarin", "Triton", "Vanneau", "Verdier"),
)
_ADJECTIFS: Final = (
    *("Adroit", "Agile", "Aimable", "Alerte", "Ambré", "Argenté", "Attentif", "Audacieux", "Avisé", "Bavard", "Boréal"),
    *("Brave", "Calme", "Cuivré", "Curieux", "Discret", "Doré", "Doux", "Endurant", "Errant", "Espiègle", "Fidèle"),
    *("Fier", "Furtif", "Gai", "Habile", "Hardi", "Honnête", "Humble", "Joyeux", "Loyal", "Malin", "Matinal"),
    *("Modeste", "Montagnard", "Noble", "Nomade", "Paisible", "Patient", "Placide", "Poli", "Prudent", "Rapide"),
    *(
        "Rêveur",
        "Robuste",
        "Rusé",
        "Sage",
        "Serein",
        "Silencieux",
        "Sincère",
        "Sobre",
        "Solide",
        "Tenace",
        "Tranquille",
    ),
    *("Vaillant", "Vif", "Vigilant", "Voyageur"),
)
_NAMES: Final = {"en": (_ADJECTIVES, _ANIMALS), "fr": (_ANIMAUX, _ADJECTIFS)}
_TRIES: Final = 20


def guest_name(taken: Collection[str] = ()) -> str:
    """Return a display name such as "Wandering Heron" in the language of the visit, as a rule none of those taken."""
    first, last = _NAMES.get((get_language() or "")[:2], _NAMES["en"])
    for _attempt in range(_TRIES):
        name = f"{secrets.choice(first)} {secrets.choice(last)}"
        if name not in taken:
            return name
    return name
