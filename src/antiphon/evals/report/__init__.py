"""What a run of cases came to, for people and for machines: figures, JUnit XML, one page of HTML, and two runs held
against each other. Everything here is made from results alone; nobody is asked anything."""
