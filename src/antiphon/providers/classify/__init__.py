"""What a provider's refusal means.

Providers agree on little: the same failure comes as a code, as a status or only as a sentence. The first rule that
has an answer decides, and the order is the order of trust:

1. the connection failed: nobody sent a body to read (`connection.py`);
2. a structured code that can mean one thing only (`codes.py`);
3. a status that can mean one class only; words may refine inside that class and not leave it (`statuses.py`);
4. 400, 413, 422 and failures without a status: the words (`words.py`);
5. reasons an answer stopped for are codes as well, and `truncation.py` notices what was cut off silently;
6. anything else was rejected, and is not sent again.

Nothing here raises, whatever the body is. The tests hold every rule against bodies that providers really sent.
"""

from antiphon.providers.classify.failure import classify, classify_in_band
from antiphon.providers.classify.truncation import is_truncated

__all__ = ["classify", "classify_in_band", "is_truncated"]
