/** Embeddings by e5-small-v2, a small model for English texts. */
@NullMarked
package org.sovereignbook.sbp.plugins.e5;

import org.jspecify.annotations.NullMarked;
