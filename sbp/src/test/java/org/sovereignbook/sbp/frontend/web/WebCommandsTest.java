package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandInfo;

class WebCommandsTest {
  @Test
  void everyViewAndActionOfThePageIsACommand() {
    assertThat(CommandLines.catalog().all().map(CommandInfo::command).toList())
        .containsAll(WebCommands.VIEWS.stream().map(List::getLast).toList())
        .containsAll(WebCommands.ACTIONS)
        .containsAll(WebCommands.PROVEN);
  }

  @Test
  void aCommandOfAFeatureThatIsOffIsNoViewOfThePage() {
    Catalog catalog = CommandLines.catalog();
    Catalog without =
        new Catalog(
            catalog.version(),
            catalog.commands().stream().filter(one -> !one.name().equals("agent")).toList());

    WebCommands page = new WebCommands(without, new WebViews(List.of()));

    assertThat(page.view("returned")).isEmpty();
    assertThat(page.action("agent suspend")).isEmpty();
    assertThat(page.view("status")).isPresent();
  }
}
