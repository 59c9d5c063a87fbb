"""The stages of one deal, each changing the state; :mod:`piquet.position` is their face."""
