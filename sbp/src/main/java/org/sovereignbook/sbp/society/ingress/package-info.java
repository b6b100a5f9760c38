/** What arrives becomes an event of the society, once, with what it may cause. */
@NullMarked
package org.sovereignbook.sbp.society.ingress;

import org.jspecify.annotations.NullMarked;
