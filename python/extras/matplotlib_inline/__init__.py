"""How figures get into notebooks: here always as SVG."""
