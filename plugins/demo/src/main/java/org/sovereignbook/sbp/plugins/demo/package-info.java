/** Nodes on this machine that find each other and talk, to be watched: {@code sbp demo}. */
@NullMarked
package org.sovereignbook.sbp.plugins.demo;

import org.jspecify.annotations.NullMarked;
