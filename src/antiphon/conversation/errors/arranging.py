"""What may not be arranged like that: topics, advisors, panels, todos, names, settings."""

from antiphon.conversation.errors.failure import Refused


class TopicExists(Refused):
    """Another topic has this path already."""

    code = "topic_exists"

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"there is a topic {path} already")


class TopicInsideItself(Refused):
    """A topic was to be moved below itself."""

    code = "topic_inside_itself"

    def __init__(self, path: str, parent: str) -> None:
        self.path = path
        self.parent = parent
        super().__init__(f"{path} cannot be moved below itself")


class TopicNotEmpty(Refused):
    """A topic with turns, or with topics below it, stays."""

    code = "topic_not_empty"

    def __init__(self, path: str, turns: int, topics: int) -> None:
        self.path = path
        self.turns = turns
        self.topics = topics
        super().__init__(f"{path} is not empty: it has {turns} turns, and {topics} topics below it")


class AdvisorStale(Refused):
    """The advisor has a newer version than the one that was edited."""

    code = "advisor_stale"

    def __init__(self, advisor_id: str, version: int) -> None:
        self.advisor_id = advisor_id
        self.version = version
        super().__init__(f"somebody has saved version {version} of this advisor in between; look again, then save")


class PanelEmpty(Refused):
    """Nobody would be left on a panel."""

    code = "panel_empty"

    def __init__(self, panel_ids: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.panel_ids = panel_ids
        self.names = names
        super().__init__(f"nobody would be left on {', '.join(names)}; add another advisor to it first")


class LastPanel(Refused):
    """There is always one panel."""

    code = "last_panel"

    def __init__(self, panel_id: str) -> None:
        self.panel_id = panel_id
        super().__init__("this is the only panel; make another one first")


class TodosRefused(Refused):
    """The list would contradict itself; `number` names the item."""

    code = "todos_refused"

    def __init__(self, number: int, title: str, reason: str) -> None:
        self.number = number
        self.title = title
        self.reason = reason
        super().__init__(f"todo {number} ({title}) {reason}" if title else f"todo {number} {reason}")


class NameTaken(Refused):
    """Another thing of its kind is called this."""

    code = "name_taken"

    def __init__(self, thing: str, name: str) -> None:
        self.thing = thing
        self.name = name
        super().__init__(f"there is a {thing} called {name} already")


class SettingFixed(Refused):
    """The setting cannot be changed while everything runs."""

    code = "setting_fixed"

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} is read once, at the start; set it in the environment or in antiphon.toml")


class SettingDecided(Refused):
    """Something stronger than the database says what the setting is: `source`, and `place` where in it."""

    code = "setting_decided"

    def __init__(self, name: str, source: str, place: str, reason: str) -> None:
        self.name = name
        self.source = source
        self.place = place
        super().__init__(f"{name} was not changed: {reason}")


class SettingRefused(Refused):
    """The setting cannot have this value."""

    code = "setting_refused"

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason
        super().__init__(f"{name} was not changed: {reason}")
