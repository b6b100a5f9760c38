/** Kinds of events of the society, with a sentence for each. */
@NullMarked
package org.sovereignbook.sbp.society.events;

import org.jspecify.annotations.NullMarked;
