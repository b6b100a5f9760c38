/** Full-text search of dated texts within scopes: text analysis, index, ranking. */
@NullMarked
package org.sovereignbook.sbp.society.recall;

import org.jspecify.annotations.NullMarked;
