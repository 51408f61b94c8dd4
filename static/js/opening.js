// The first turn on the home page: the same map and gestures as at a table, without the figures of a table.

import { open } from "./map/desk.js";
import "./map/pointer.js";
import "./map/keys.js";

open();
