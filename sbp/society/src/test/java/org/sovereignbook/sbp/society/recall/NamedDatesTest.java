package org.sovereignbook.sbp.society.recall;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedDatesTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          what happened in 2023, 2023-06-01, true
          what happened in 2023, 2024-01-07, true
          what happened in 2023, 2024-01-08, false
          what happened in July, 2021-07-31, true
          what happened in July, 2021-08-07, true
          what happened in July, 2021-08-08, false
          what happened in July 2023, 2022-07-01, false
          'on July 4th, 2023', 2023-07-04, true
          'on July 4th, 2023', 2023-07-11, true
          'on July 4th, 2023', 2023-07-12, false
          'on July 4th, 2023', 2023-07-03, false
          the 4th of July, 2023-07-05, true
          news of 2023-07-04, 2023-07-04, true
          news of 2023-07-04, 2023-08-04, false
          in 2023-07, 2023-07-20, true
          notes of Sept. 2023, 2023-09-20, true
          in may and June 2023, 2023-05-20, true
          """)
  void datesOfTheNamedPeriodAndTheDaysAfterFit(String query, LocalDate date, boolean fits) {
    assertThat(NamedDates.of(query).fits(date)).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({
    "may I march to the market",
    "what may Jane do",
    "the second of three",
    "room 1800",
    "version 12.2023x",
    "2023-13-45x"
  })
  void otherWordsNameNoDate(String query) {
    NamedDates named = NamedDates.of(query);

    assertThat(named.months()).isEmpty();
    assertThat(named.days()).isEmpty();
  }
}
