package org.sovereignbook.sbp.broken.base.protocol;

import org.sovereignbook.sbp.broken.base.json.ReachesUp;

/** The other half of a cycle. */
public record UsesJson(ReachesUp json) {}
