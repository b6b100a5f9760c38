/** Input from outside, which becomes an event of the society, once, with its authority. */
@NullMarked
package org.sovereignbook.sbp.society.ingress;

import org.jspecify.annotations.NullMarked;
