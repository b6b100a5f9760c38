/** The node's page for its owner: the server on loopback, its views, actions and events. */
@NullMarked
package org.sovereignbook.sbp.frontend.web;

import org.jspecify.annotations.NullMarked;
