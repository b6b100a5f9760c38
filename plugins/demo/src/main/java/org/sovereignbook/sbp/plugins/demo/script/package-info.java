/** Demos that a script describes, and the processes that demos run. */
@NullMarked
package org.sovereignbook.sbp.plugins.demo.script;

import org.jspecify.annotations.NullMarked;
