/**
 * The built-in rules: they judge without a model, so that every node has something to judge with.
 */
@NullMarked
package org.sovereignbook.sbp.runtime.builtin;

import org.jspecify.annotations.NullMarked;
