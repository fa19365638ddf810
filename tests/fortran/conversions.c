/* The other half of foreign.F90: the same handles in C. Each returns what it is asked for, or the number of a line. */
#include <mpi.h>

#define EXPECT(holds) if (!(holds)) return -__LINE__

int c_knows(const int *known);
int c_makes(int *made);
int c_counts(const MPI_Fint *status, const int *type, const int *comm);

int c_knows(const int *known)
{
    MPI_Fint null = MPI_Comm_c2f(MPI_COMM_NULL);

    EXPECT(MPI_Comm_f2c(known[0]) == MPI_COMM_WORLD && MPI_Comm_c2f(MPI_COMM_WORLD) == known[0]);
    EXPECT(MPI_Comm_f2c(known[1]) == MPI_COMM_SELF && MPI_Comm_c2f(MPI_COMM_SELF) == known[1]);
    EXPECT(MPI_Comm_f2c(known[2]) == MPI_COMM_NULL && null == known[2]);
    EXPECT(MPI_Type_f2c(known[3]) == MPI_INTEGER && MPI_Type_c2f(MPI_INTEGER) == known[3]);
    EXPECT(MPI_Type_f2c(known[4]) == MPI_DOUBLE_PRECISION);
    EXPECT(MPI_Type_f2c(known[5]) == MPI_BYTE && MPI_Type_c2f(MPI_BYTE) == known[5]);
    EXPECT(MPI_Op_f2c(known[6]) == MPI_SUM && MPI_Op_c2f(MPI_SUM) == known[6]);
    EXPECT(MPI_Op_f2c(known[7]) == MPI_MAXLOC);
    EXPECT(MPI_Request_f2c(known[8]) == MPI_REQUEST_NULL);
    EXPECT(MPI_Info_f2c(known[9]) == MPI_INFO_NULL);
    EXPECT(MPI_Group_f2c(known[10]) == MPI_GROUP_EMPTY);
    EXPECT(MPI_Errhandler_f2c(known[11]) == MPI_ERRORS_RETURN);
    EXPECT(MPI_Win_f2c(known[12]) == MPI_WIN_NULL);
    EXPECT(MPI_File_f2c(known[13]) == MPI_FILE_NULL && MPI_File_c2f(MPI_FILE_NULL) == known[13]);
    return 0;
}

int c_makes(int *made)
{
    MPI_Comm comm;
    MPI_Datatype type;

    EXPECT(MPI_Comm_dup(MPI_COMM_SELF, &comm) == MPI_SUCCESS);
    EXPECT(MPI_Type_contiguous(3, MPI_INTEGER, &type) == MPI_SUCCESS);
    EXPECT(MPI_Type_commit(&type) == MPI_SUCCESS);
    made[0] = MPI_Comm_c2f(comm);
    made[1] = MPI_Type_c2f(type);
    EXPECT(MPI_Comm_f2c(made[0]) == comm && MPI_Type_f2c(made[1]) == type);
    return 0;
}

int c_counts(const MPI_Fint *status, const int *type, const int *comm)
{
    MPI_Status own;
    int count, size;

    EXPECT(MPI_Comm_size(MPI_Comm_f2c(*comm), &size) == MPI_SUCCESS && size == 1);
    EXPECT(MPI_Status_f2c((MPI_Fint *)status, &own) == MPI_SUCCESS && own.MPI_TAG == 5);
    EXPECT(MPI_Get_count(&own, MPI_Type_f2c(*type), &count) == MPI_SUCCESS);
    return count;
}
