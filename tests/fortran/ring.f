C     Fixed form and mpif.h, as programs of the 1990s are written: a token goes round, and what comes
C     with it (statuses, indices, names) is as Fortran has it.
      PROGRAM RING
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER IERROR, RANK, NRANKS, LEFT, RIGHT, TOKEN, I, N, WHICH
      INTEGER STATUS(MPI_STATUS_SIZE), REQ(4), IDX(4)
      INTEGER STATS(MPI_STATUS_SIZE, 4), BUF(4), OUT(4)
      CHARACTER*(MPI_MAX_PROCESSOR_NAME) NAME
      CHARACTER*20 SHORT
      LOGICAL FLAG
      DOUBLE PRECISION T

      CALL MPI_INIT(IERROR)
      CALL EXPECT(IERROR .EQ. MPI_SUCCESS, 'MPI_INIT')
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERROR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NRANKS, IERROR)
      RIGHT = MOD(RANK + 1, NRANKS)
      LEFT = MOD(RANK + NRANKS - 1, NRANKS)
      T = MPI_WTIME()
      CALL EXPECT(T .GT. 0D0 .AND. MPI_WTICK() .GT. 0D0, 'MPI_WTIME')

C     The token.
      TOKEN = -1
      IF (RANK .EQ. 0) THEN
         TOKEN = 42
         CALL MPI_SEND(TOKEN, 1, MPI_INTEGER, RIGHT, 7,
     &                 MPI_COMM_WORLD, IERROR)
         CALL MPI_RECV(TOKEN, 1, MPI_INTEGER, LEFT, MPI_ANY_TAG,
     &                 MPI_COMM_WORLD, STATUS, IERROR)
      ELSE
         CALL MPI_RECV(TOKEN, 1, MPI_INTEGER, MPI_ANY_SOURCE, 7,
     &                 MPI_COMM_WORLD, STATUS, IERROR)
         CALL MPI_SEND(TOKEN + 1, 1, MPI_INTEGER, RIGHT, 7,
     &                 MPI_COMM_WORLD, IERROR)
      END IF
      CALL EXPECT(STATUS(MPI_SOURCE) .EQ. LEFT, 'the source')
      CALL EXPECT(STATUS(MPI_TAG) .EQ. 7, 'the tag')
      CALL MPI_GET_COUNT(STATUS, MPI_INTEGER, N, IERROR)
      CALL EXPECT(N .EQ. 1, 'the count')
      IF (RANK .EQ. 0) CALL EXPECT(TOKEN .EQ. 42 + NRANKS - 1, 'token')

C     Indices count from one.
      DO I = 1, 4
         OUT(I) = 100 * RANK + I
         CALL MPI_IRECV(BUF(I), 1, MPI_INTEGER, LEFT, I,
     &                  MPI_COMM_WORLD, REQ(I), IERROR)
      END DO
      CALL MPI_SEND(OUT(3), 1, MPI_INTEGER, RIGHT, 3,
     &              MPI_COMM_WORLD, IERROR)
      CALL MPI_WAITANY(4, REQ, WHICH, STATUS, IERROR)
      CALL EXPECT(WHICH .EQ. 3, 'MPI_WAITANY counts from one')
      CALL EXPECT(REQ(3) .EQ. MPI_REQUEST_NULL, 'a request is null')
      CALL MPI_BARRIER(MPI_COMM_WORLD, IERROR)
      CALL MPI_SEND(OUT(1), 1, MPI_INTEGER, RIGHT, 1,
     &              MPI_COMM_WORLD, IERROR)
      CALL MPI_WAITSOME(4, REQ, N, IDX, STATS, IERROR)
      CALL EXPECT(N .EQ. 1 .AND. IDX(1) .EQ. 1, 'MPI_WAITSOME')
      CALL EXPECT(STATS(MPI_TAG, 1) .EQ. 1, 'a status of some')
      CALL MPI_BARRIER(MPI_COMM_WORLD, IERROR)
      CALL MPI_SEND(OUT(2), 1, MPI_INTEGER, RIGHT, 2,
     &              MPI_COMM_WORLD, IERROR)
      CALL MPI_SEND(OUT(4), 1, MPI_INTEGER, RIGHT, 4,
     &              MPI_COMM_WORLD, IERROR)
      CALL MPI_WAITALL(4, REQ, MPI_STATUSES_IGNORE, IERROR)
      DO I = 1, 4
         CALL EXPECT(BUF(I) .EQ. 100 * LEFT + I, 'what was sent')
      END DO
      CALL MPI_TESTANY(4, REQ, WHICH, FLAG, MPI_STATUS_IGNORE, IERROR)
      CALL EXPECT(FLAG .AND. WHICH .EQ. MPI_UNDEFINED, 'none is left')

C     Texts are filled up with blanks.
      NAME = 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
      CALL MPI_GET_PROCESSOR_NAME(NAME, N, IERROR)
      CALL EXPECT(N .GT. 0 .AND. NAME(N:N) .NE. ' ', 'a name')
      CALL EXPECT(NAME(N+1:) .EQ. ' ', 'blanks behind a name')
      CALL MPI_COMM_SET_NAME(MPI_COMM_WORLD, 'all of us   ', IERROR)
      CALL MPI_COMM_GET_NAME(MPI_COMM_WORLD, SHORT, N, IERROR)
      CALL EXPECT(N .EQ. 9 .AND. SHORT .EQ. 'all of us', 'set a name')
      CALL MPI_FINALIZE(IERROR)
      CALL EXPECT(IERROR .EQ. MPI_SUCCESS, 'MPI_FINALIZE')
      IF (RANK .EQ. 0) PRINT '(A)', 'ok'
      END

      SUBROUTINE EXPECT(HOLDS, WHAT)
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      LOGICAL HOLDS
      CHARACTER*(*) WHAT
      INTEGER IERROR
      IF (.NOT. HOLDS) THEN
         PRINT *, 'does not hold: ', WHAT
         CALL MPI_ABORT(MPI_COMM_WORLD, 3, IERROR)
      END IF
      END
