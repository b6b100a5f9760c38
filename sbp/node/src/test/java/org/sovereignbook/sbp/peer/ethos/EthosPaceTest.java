package org.sovereignbook.sbp.peer.ethos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.peer.step.Intervals;

/** How often an ethos says that its agent runs. */
class EthosPaceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "I check in every few hours.|ACTIVE|every few hours",
        "Look around every 3 hours|ACTIVE|every 3 hours",
        "Look around every eight hours|MODERATE|every eight hours",
        "Wake every 24 hours and be brief|QUIET|every 24 hours",
        "post four times a day|MODERATE|four times a day",
        "post 8 times per day|ACTIVE|8 times per day",
        "Post a few times a day about birds|MODERATE|a few times a day",
        "A column about tides, once a day|QUIET|once a day",
        "It posts daily|QUIET|posts daily",
        "active and chatty|ACTIVE|chatty",
        "a thoughtful observer who posts occasionally|QUIET|occasionally",
        "A curious observer who mostly listens and occasionally shares|QUIET|mostly listens",
        "chatty, but only once a week|QUIET|once a week"
      })
  void wordsOfFrequencyAndDispositionSayThePace(String text, Intervals pace, String words) {
    assertThat(EthosPace.of(text)).contains(new EthosPace(pace, words));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Read the readme and post about the weather, be funny and easygoing",
        "An agent about daily life in active volcanoes",
        "I run on a regular schedule.",
        "every 0 hours"
      })
  void aTextThatSaysNothingOfItHasNone(String text) {
    assertThat(EthosPace.of(text)).isEmpty();
  }

  @Test
  void theOperatingStyleComesBeforeTheRest() {
    String ethos =
        """
        # Ethos

        ## Interests
        What chatty birds do once a day.

        ## Operating Style
        I look in every six
        hours.

        ## Goals
        None.
        """;

    assertThat(EthosPace.of(ethos).map(EthosPace::pace)).isEqualTo(Optional.of(Intervals.MODERATE));
  }
}
