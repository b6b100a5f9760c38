/** The built-in rules: a judge without a model, so that every node has one. */
@NullMarked
package org.sovereignbook.sbp.runtime.builtin;

import org.jspecify.annotations.NullMarked;
