/** An example of a plugin: a store that builds on the program's own. */
@NullMarked
package com.example.audited;

import org.jspecify.annotations.NullMarked;
