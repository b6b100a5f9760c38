/** {@code sbp service}: keeps a node running by the machine's service manager. */
@NullMarked
package org.sovereignbook.sbp.ops.service;

import org.jspecify.annotations.NullMarked;
