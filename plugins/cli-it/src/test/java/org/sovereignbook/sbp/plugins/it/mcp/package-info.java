/** The official conformance suite of the Model Context Protocol, and what it is run against. */
@NullMarked
package org.sovereignbook.sbp.plugins.it.mcp;

import org.jspecify.annotations.NullMarked;
