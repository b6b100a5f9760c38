/**
 * Programs that run on events or at times, and webhooks, which cause events (NEXUS-AGENT-SYSTEM,
 * hooks).
 */
@NullMarked
package org.sovereignbook.sbp.plugins.hooks;

import org.jspecify.annotations.NullMarked;
