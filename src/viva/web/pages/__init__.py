"""The pages, by what they are about. Start in `showing.py`: how a page is made. Each other module has some routes."""
