/** Commands for access rules: entities, policies, grants, requests, audit, hooks, webhooks. */
@NullMarked
package org.sovereignbook.sbp.cli.rules;

import org.jspecify.annotations.NullMarked;
