/**
 * Creation of a node directory (IMPLEMENTATION §5, §8): checks, keys, texts from templates, config.
 */
@NullMarked
package org.sovereignbook.sbp.ops.init;

import org.jspecify.annotations.NullMarked;
