// Checks, explains, draws and plays cards in a worker. See web/workshop.py.

import { serve } from "../python.js";

serve("kingsburg_rules.web.workshop");
