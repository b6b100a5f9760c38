package org.sovereignbook.sbp.base.protocol;

import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: parts of shared groups, and mail between agents. */
public final class GroupPartFuzz {
  private GroupPartFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    Checked.object(input).toOptional().ifPresent(GroupPartFuzz::judge);
  }

  private static void judge(JsonObject json) {
    GroupMail.parse(json)
        .toOptional()
        .ifPresent(
            mail -> Fuzzed.same(mail, GroupMail.parse(mail.payload()).toOptional().orElseThrow()));
    AgentMail.parse(json)
        .toOptional()
        .ifPresent(
            mail -> Fuzzed.same(mail, AgentMail.parse(mail.payload()).toOptional().orElseThrow()));
  }
}
