"""The format of figures in notebooks: here always SVG."""
