/** Installation from JBang: its build becomes a launcher, a jar and plugins. */
@NullMarked
package org.sovereignbook.sbp.ops.install;

import org.jspecify.annotations.NullMarked;
