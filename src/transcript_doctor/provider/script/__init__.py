"""What is answered: the steps of a script, whose turn it is, trouble on order, and the default's steps."""
