package org.sovereignbook.sbp.team;

import org.sovereignbook.sbp.mail.Mail;

/**
 * A mail that a member was given, with its text.
 *
 * @param body empty once it was erased
 */
record Letter(Mail mail, String body) {}
