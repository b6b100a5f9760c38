/** {@code sbp demo}: several real nodes on this machine that find each other and talk. */
@NullMarked
package org.sovereignbook.sbp.cli.demo;

import org.jspecify.annotations.NullMarked;
