package org.sovereignbook.sbp.authority.access;

import java.util.Optional;

/**
 * Permission of the owner beyond the policies, reduced to the fields that evaluation needs.
 *
 * @param namesPlace whether it was given for exactly this channel or session: only then does it
 *     reach beyond the ceiling of a policy
 */
record Grant(
    String id, Globs tools, Globs credentials, Optional<DataAccess> data, boolean namesPlace) {}
