def task_sentence(view, names):
    return f"Task {view.phase}"


def announcement_sentence(view, names, sentence):
    return sentence


def turn_title(view, names):
    return f"Round {view.round}"


def states(view):
    return ["laying"] * view.seats


def progress_words(view):
    return ""


def phase_name(phase):
    return phase
