/** {@code sbp demo}: several real nodes on this machine that find each other and talk. */
@NullMarked
package org.sovereignbook.sbp.ops.demo;

import org.jspecify.annotations.NullMarked;
