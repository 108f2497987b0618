"""How it sounds: text cut into sentences while it arrives, and voices that turn sentences into audio."""
