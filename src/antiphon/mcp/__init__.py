"""The panel as tools of other programs: what a server of the Model Context Protocol offers, over `client`.

The same tools are served to a program on this machine over standard streams (`antiphon mcp`) and to others over HTTP
(`api/routes/mcp.py`). Each call is made of calls of our own API, with the credentials of whoever asks: whatever a route
requires is required here too.
"""
