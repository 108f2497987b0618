"""What would be deleted with a conversation, and what would stay."""

from pydantic import BaseModel


class BranchAnswer(BaseModel):
    """A conversation that began with turns of this one; it keeps them, and the proof of what was sent for them."""

    conversation_id: str
    title: str


class StaysAnswer(BaseModel):
    """What came from the conversation and stays: each has words of its own.

    `memories` are those that were accepted. `shared_files` stand under messages of other conversations too.
    """

    decisions: int
    memories: int
    tests: int
    shared_files: int
    branches: list[BranchAnswer]


class EverythingAnswer(BaseModel):
    """What would go. `in_flight` says that somebody still speaks there, and would be stopped."""

    turns: int
    replies: int
    receipts: int
    files: int
    analyses: int
    todos: int
    instructions: int
    proposed_memories: int
    in_flight: bool
    stays: StaysAnswer
