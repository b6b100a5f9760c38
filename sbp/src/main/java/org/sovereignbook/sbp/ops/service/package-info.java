/** {@code sbp service}: keeps a node alive with the service manager that the machine has. */
@NullMarked
package org.sovereignbook.sbp.ops.service;

import org.jspecify.annotations.NullMarked;
