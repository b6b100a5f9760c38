package org.sovereignbook.sbp.llm.cli;

/**
 * What a coding CLI is told that it is, in place of its own system prompt: those talk of software
 * projects, describe the machine, and cost tokens in every call.
 */
public final class SystemPrompt {
  public static final String TEXT =
      "You are one step of an automatic program, not an assistant in a conversation: nobody can"
          + " answer a question of yours. Do the one job that the message describes, with the tools"
          + " you have, if any, and end with the result in exactly the format it asks for.";

  private SystemPrompt() {}
}
