/** A node that stays: its server and its ticks under the service manager of the machine. */
@NullMarked
package org.sovereignbook.sbp.plugins.service;

import org.jspecify.annotations.NullMarked;
