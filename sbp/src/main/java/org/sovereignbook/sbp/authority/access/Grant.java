package org.sovereignbook.sbp.authority.access;

import java.util.Optional;

/**
 * What the owner has allowed somebody beyond the policies, as far as evaluation looks at it.
 *
 * @param namesPlace whether it was given for this very channel or session: only then it reaches
 *     beyond the ceiling of a policy
 */
record Grant(
    String id, Globs tools, Globs credentials, Optional<DataAccess> data, boolean namesPlace) {}
