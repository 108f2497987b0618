"""Commands about single answers: receipts, differences, asking again."""
