/** From JBang to a program that stays: what it built becomes a launcher, a jar and plugins. */
@NullMarked
package org.sovereignbook.sbp.ops.install;

import org.jspecify.annotations.NullMarked;
