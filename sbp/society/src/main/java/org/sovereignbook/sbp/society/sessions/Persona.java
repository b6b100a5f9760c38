package org.sovereignbook.sbp.society.sessions;

/**
 * Identity of a conversation's partner: texts only, never rights (NEXUS §2).
 *
 * @param agent the registered agent whose capabilities bound its turns
 * @param soul the text about who it is
 */
public record Persona(String name, String agent, String soul) {}
