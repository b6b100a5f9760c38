package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.World;

/** The demo of a node and its owner who write mails to each other, from start to end. */
class EmailDemoTest extends MailScene {
  @Test
  void theOwnerIsAnsweredAndTheForgedMailIsNot() throws IOException {
    Path launcher = folder.resolve("sbp");
    String command =
        World.asItRuns().stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" ", "#!/bin/sh\nexec ", " \"$@\"\n"));
    Path _ = Files.writeString(launcher, command);
    Path _ = Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));

    JsonObject shown = json(Map.of(World.LAUNCHER_VARIABLE, launcher.toString()), "demo", "email");

    assertThat(shown.array("problems").flatMap(JsonArray::strings).orElseThrow()).isEmpty();
    assertThat(shown.array("steps").orElseThrow().objects()).hasSize(8);
  }
}
