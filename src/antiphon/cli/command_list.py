"""Every command of the terminal: its name, its sentence, where it is found, and beside which others it is listed.

Nothing is imported to know this. That the sentences are the commands' own is for a test to say.
"""

from dataclasses import dataclass

_ASK = "Ask"
_READ = "Read and find again"
_LOOK = "Look at what was said"
_SENT = "See what is sent"
_SHAPE = "Shape what is sent"
_WHO = "Who speaks, and what they may do"
_TEST = "Put advisors to the test"
_RUN = "Run and look after Antiphon"


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """One command: `place` is its module below `antiphon.cli`, and the name it has there."""

    group: str
    name: str
    place: str
    sentence: str


COMMANDS = (
    CommandEntry(_ASK, "send", "turns.send:send", "Ask the panel and watch the answers arrive."),
    CommandEntry(
        _ASK, "watch", "conversations.watch:watch", "Follow a conversation live, beginning with its newest turn."
    ),
    CommandEntry(_ASK, "stop", "conversations.stop:stop", "Stop the replies still being written."),
    CommandEntry(_ASK, "retry", "replies.retry:retry", "Ask again in place of an answer that failed or was stopped."),
    CommandEntry(_ASK, "replay", "replies.replay:replay", "Ask again with another context, and compare."),
    CommandEntry(_ASK, "choose", "replies.choose:choose", "Let this answer stand for its advisor from now on."),
    CommandEntry(_ASK, "branch", "turns.branch:branch", "Begin a conversation with everything up to a turn."),
    CommandEntry(
        _ASK,
        "revisit",
        "conversations.revisit:revisit",
        "Ask a panel what was asked in a conversation, one question after another, in a new one.",
    ),
    CommandEntry(_ASK, "rounds", "rounds:rounds", "Let the advisors answer each other, round after round."),
    CommandEntry(
        _READ,
        "conversations",
        "conversations.conversations:conversations",
        "List conversations, the one that changed last first.",
    ),
    CommandEntry(_READ, "show", "conversations.show:show", "Print the newest turns of a conversation."),
    CommandEntry(
        _READ,
        "export",
        "conversations.export:export",
        "Write a conversation out, or everything, to keep it or to hand it on.",
    ),
    CommandEntry(
        _READ,
        "import",
        "imports.imports:imports",
        "Bring conversations of other programs: look at an export, have it written, take it back.",
    ),
    CommandEntry(
        _READ,
        "search",
        "search:search",
        "Look for words in decisions, claims, titles, messages and replies, newest first.",
    ),
    CommandEntry(
        _READ, "title", "conversations.title:title", "Have a model name a conversation and tag its newest turn."
    ),
    CommandEntry(_READ, "folders", "conversations.folders:folders", "List, add, rename and remove folders."),
    CommandEntry(_READ, "move", "conversations.move:move", "Put a conversation into a folder, or take it out of one."),
    CommandEntry(_READ, "delete", "conversations.delete:delete", "Delete a conversation for good."),
    CommandEntry(_LOOK, "map", "maps.map:map_", "Show where the voices of a turn agree and where they do not."),
    CommandEntry(
        _LOOK,
        "synthesize",
        "syntheses.synthesize:synthesize",
        "Write one text out of what the advisors said in a turn, every sentence with its source.",
    ),
    CommandEntry(
        _LOOK,
        "why",
        "replies.why:why",
        "Find out which parts of what was sent made a reply come out as it did.",
    ),
    CommandEntry(
        _LOOK,
        "journal",
        "journal.journal:journal",
        "Decisions: what was chosen, how sure you were, who stood where, and how it turned out.",
    ),
    CommandEntry(
        _LOOK,
        "analyses",
        "analyses.analyses:analyses",
        "List what models were asked about a conversation, or show one analysis with everything that was sent for it.",
    ),
    CommandEntry(
        _LOOK,
        "contamination",
        "contamination:contamination",
        "Show who speaks as somebody else, and how alike the voices sound turn by turn.",
    ),
    CommandEntry(
        _SENT, "preview", "previews.preview:preview", "Show what each advisor would be sent, before anything is."
    ),
    CommandEntry(_SENT, "receipt", "replies.receipt:receipt", "Print exactly what was sent to the model for a reply."),
    CommandEntry(_SENT, "diff", "replies.diff:diff", "Show what differs between two replies."),
    CommandEntry(_SHAPE, "mark", "turns.mark:mark", "Star, pin, weigh, flag or tag turns, or say who is sent them."),
    CommandEntry(_SHAPE, "edit", "replies.edit:edit", "Put other words in place of an advisor's."),
    CommandEntry(_SHAPE, "restore", "turns.restore:restore", "Bring deleted turns back to where they stood."),
    CommandEntry(_SHAPE, "filter", "filters.filter_line:read", "Read a filter line and say what it means."),
    CommandEntry(_SHAPE, "filters", "filters.filters:filters", "List, save and remove filters."),
    CommandEntry(_SHAPE, "run", "filters.run_line:run", "Carry out a filter line that ends in a colon command."),
    CommandEntry(_SHAPE, "memory", "memory:memory", "What advisors may be reminded of, and what waits for your word."),
    CommandEntry(
        _SHAPE, "instructions", "instructions:instructions", "List, add, edit, remove and reorder your instructions."
    ),
    CommandEntry(
        _SHAPE, "document", "documents.document:document", "Bring files: guidelines for everybody, a library to search."
    ),
    CommandEntry(
        _SHAPE, "todo", "todos:todo", "List, add, edit, remove and reorder what is to be done in a conversation."
    ),
    CommandEntry(
        _WHO, "advisors", "advisors:advisors", "List the advisors, show one as it stands, or set how much it thinks."
    ),
    CommandEntry(
        _WHO,
        "cards",
        "cards:cards",
        "Character cards: look at one, make an advisor of it, hand an advisor out as one.",
    ),
    CommandEntry(_WHO, "panels", "panels:panels", "Who is asked, and what for as a conversation goes on."),
    CommandEntry(
        _WHO, "packs", "plugins.packs:packs", "Packs of panels and advisors: list them, look at one, take it in."
    ),
    CommandEntry(_WHO, "tools", "tools.tools:tools", "List tools, and add, ask and remove servers of tools."),
    CommandEntry(
        _WHO,
        "approvals",
        "tools.approvals:approvals",
        "List the calls that wait for your leave, and allow or reject them.",
    ),
    CommandEntry(
        _WHO,
        "heartbeats",
        "heartbeats:heartbeats",
        "Advisors that may begin by themselves, and what became of each occasion.",
    ),
    CommandEntry(
        _TEST, "eval", "evals.group:evals", "Put advisors to the test: play cases, judge the answers, compare."
    ),
    CommandEntry(_RUN, "serve", "server.serve:serve", "Run the server until Ctrl-C."),
    CommandEntry(
        _RUN, "mcp", "server.mcp:mcp", "Offer the panel to another program as tools, over standard input and output."
    ),
    CommandEntry(
        _RUN, "connect", "server.connect:connect", "Connect a provider of models; alone it lists what is connected."
    ),
    CommandEntry(
        _RUN,
        "catalogue",
        "server.catalogue:catalogue",
        "Say where prices and windows of models come from, or renew the list from a file.",
    ),
    CommandEntry(
        _RUN,
        "plugins",
        "plugins.plugins:plugins",
        "List installed plug-ins: name, version, kind, a hash of their files, and why one is left out.",
    ),
    CommandEntry(_RUN, "work", "server.work:work", "List what is under way and what has ended lately, or stop it."),
    CommandEntry(
        _RUN, "login", "accounts.login:login", "Sign in at a server with a browser; commands talk to it from now on."
    ),
    CommandEntry(
        _RUN,
        "logout",
        "accounts.login:logout",
        "Give the token back; commands talk to this machine's own server again.",
    ),
    CommandEntry(
        _RUN,
        "whoami",
        "accounts.login:whoami",
        "Say which server commands talk to, who you are there, and what your token has spent.",
    ),
    CommandEntry(
        _RUN,
        "account",
        "accounts.account:account",
        "People who sign in here: add one, list them, let one in no more, help one who lost the password.",
    ),
    CommandEntry(
        _RUN,
        "tokens",
        "accounts.tokens:tokens",
        "Tokens of somebody's programs: list them, make one, say what one may spend, take one back.",
    ),
    CommandEntry(
        _RUN,
        "webhooks",
        "webhooks:webhooks",
        "Programs elsewhere that are told what ends: list them, add one, test it, see what was sent.",
    ),
    CommandEntry(_RUN, "doctor", "server.doctor:doctor", "Check everything Antiphon needs."),
    CommandEntry(
        _RUN, "backup", "server.backup:backup", "Keep everything in one file, look at such files, or bring one back."
    ),
    CommandEntry(_RUN, "migrate", "server.migrate:migrate", "Bring the database up to date."),
    CommandEntry(_RUN, "config", "server.config:config", "Show the configuration and where it comes from."),
    CommandEntry(_RUN, "keys", "server.keys:keys", "Make, change and check the key that seals secrets."),
    CommandEntry(_RUN, "version", "server.version:version", "Print the version."),
)

EVAL_COMMANDS = (
    CommandEntry("Commands", "run", "evals.run:run", "Play the cases of suites and judge the answers."),
    CommandEntry(
        "Commands",
        "validate",
        "evals.validate:validate",
        "Read suites and say what is wrong with them, each problem with its place.",
    ),
    CommandEntry(
        "Commands",
        "compare",
        "evals.compare:compare",
        "Compare two runs, case by case: who won, who lost, and whether it got worse.",
    ),
    CommandEntry(
        "Commands",
        "record",
        "evals.run:record",
        "Play the cases of suites and keep every answer on a tape, for `antiphon eval run --replay`.",
    ),
    CommandEntry(
        "Commands", "map", "evals.map_check:map_", "Check how well a model judges claims, before it may in maps."
    ),
    CommandEntry("Commands", "new", "evals.new:new", "Write a first suite with a few cases, each explained."),
)
