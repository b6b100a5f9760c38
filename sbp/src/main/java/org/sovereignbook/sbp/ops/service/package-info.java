/** Texts of the services by which a machine keeps a node running. */
@NullMarked
package org.sovereignbook.sbp.ops.service;

import org.jspecify.annotations.NullMarked;
